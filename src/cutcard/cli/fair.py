"""`cutcard fair`: what only an operator does about proofs of deals."""

from __future__ import annotations

import click
from msgspec import json

from cutcard.fair.lines import Offer
from cutcard.fair.writing import decks
from cutcard.kernel import fair as formulas
from cutcard.store.fair_row import wrapped
from cutcard.store.moderation import REVEAL, Act
from cutcard.store.protocol import Store, StoreError
from cutcard.table.house import epoch_ms
from cutcard.table.keys import change_key
from cutcard.table.proof import Proof, proof_of
from cutcard.table.wrapped import behind

from .account import ALONE, BESIDE, in_file
from .account import _with as on_database
from .config import read
from .serve import fairness_of


@click.group()
def fair() -> None:
    """What only an operator does about proofs of deals: open a sealed deal, change the key."""


@fair.command()
@click.argument("table", type=click.IntRange(1))
@click.argument("deal", type=click.IntRange(1))
@click.option("--why", required=True, help="The reason; it is on the trail.")
@in_file
def reveal(table: int, deal: int, why: str, db: str | None) -> None:
    """Tell the seed of a sealed deal that is over, and all it makes: every folded hand can be seen
    then. Only where the setting fair-reveal is on. That it was done is on the trail (`cutcard
    moderate trail`) before anything is printed."""
    config = read({"db": db}, None)[0]
    if not config.fair_reveal:
        raise click.ClickException(
            "Sealed deals stay sealed here: set fair-reveal first, and say so to your players."
        )
    told = on_database(
        *(db, BESIDE),
        lambda _, store: _revealed(behind(store, config.key_dir), table, deal, why),
    )
    click.echo(json.encode(told).decode())


@fair.command("new-key")
@in_file
def new_key(db: str | None) -> None:
    """Sign tables that are opened from now on with a new key; the server must be stopped. The old
    one signs it, tables that are open keep theirs, and both stay where they are kept."""
    how = fairness_of(read({"db": db}, None)[0])
    if how is None:
        raise click.ClickException("Deals are not proved here: the setting fair is off.")
    made = on_database(db, ALONE, lambda _, store: change_key(store, how, epoch_ms()))
    click.echo(f"Tables opened from now on are signed with {made.public.hex()}")


async def _revealed(store: Store, table: int, deal: int, why: str) -> dict[str, object]:
    proof = await proof_of(store, table, deal)
    if proof is None or proof.ended is None:
        raise StoreError(f"Table {table} has no deal {deal} that was proved and is over.")
    if wrapped(proof.seed):
        raise StoreError("The key of that day was destroyed: nobody can open its deals any more.")
    offer = next(
        one for one in proof.records if isinstance(one, Offer) and one.deal == proof.number
    )
    if not offer.sealed:
        raise StoreError("Everybody was told the seed of this deal when it was over.")
    await store.add_act(Act(0, epoch_ms(), "", REVEAL, str(deal), table, None, why))
    return _opened(proof, offer)


def _opened(proof: Proof, offer: Offer) -> dict[str, object]:
    """F50: the seed, and whether both decks that were promised follow from it."""
    seed, x = proof.seed, proof.stir()
    held = formulas.commitment(seed).hex() == offer.commitment and offer.roots == [
        one.root.hex() for one in decks(seed, offer.cards)
    ]
    return {
        "table": proof.log.header.table,
        "deal": proof.log.header.deal,
        "seed": seed.hex(),
        "stir": x.hex(),
        "order": formulas.dealt_order(seed, x, offer.cards),
        "holds": held,
    }
