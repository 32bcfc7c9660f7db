// How each card of Battle is pictured: colours, land and subject; and the words that tell what to draw for cards
// of somebody's own set. Nothing is drawn here.

/** Words of an id that name a subject: for cards nobody has drawn for. @type {Record<string, string>} */
export const WORDS = {
  hound: "hound dog jackal", wolf: "wolf pack fang", crow: "crow raven owl", bird: "hawk eagle harrier wing falcon", snake: "snake adder serpent viper wyrm", boar: "boar pig",
  ram: "ram goat bull stag", lynx: "lynx cat tiger panther", behemoth: "behemoth beast bear", maw: "devourer maw mouth abyss", leech: "leech worm", titan: "titan giant colossus",
  golem: "golem warden statue", cairn: "cairn stone rock", tower: "battery tower engine", gear: "gear machine clock", robot: "construct automaton scrap", sprite: "sprite fairy imp",
  wraith: "shade wraith ghost shadow spirit", bell: "bell chime", book: "book ledger archive lore", sword: "sword blade strike knight", glaive: "glaive spear lance", hammer: "hammer smith forge",
  coin: "coin gold toll debt", cards: "card deck trade", shield: "shield guard ward brace", plate: "plate armour mail", ring: "ring", horn: "horn", cup: "cup chalice potion", drum: "drum",
  banner: "banner flag", torch: "torch", gate: "gate door", hand: "hand", tree: "tree root grove forest", flame: "flame fire ember burn", wave: "wave tide sea", snow: "frost ice snow rime",
  bolt: "bolt storm lightning", eye: "eye oracle sight", skull: "skull death grave bone", thorns: "thorn bramble briar", mushroom: "spore fungus", crystal: "crystal glass gem", sun: "sun dawn",
  heart: "heart heal life", shrine: "shrine temple", lantern: "lantern lamp",
};
/** And those that name a palette. @type {Record<string, string>} */
export const TINTS = {fire: "fire ember cinder ash scorch burn flame", water: "water tide sea wave river", frost: "frost ice rime snow", nature: "grass forest root leaf bramble", stone: "stone granite rock", storm: "storm bolt thunder", shadow: "shadow night grave hollow", light: "light sun dawn lantern", blood: "blood fang hunger", arcane: "hex rune mystic arcane", metal: "iron steel gear forge", mist: "mist fog veil spirit", marsh: "marsh spore plague poison", gold: "gold coin toll debt"};

/** palette, land, subject[, head, what it holds]; a subject "person" or "armour" has a head and holds something @type {Record<string, string>} */
export const RECIPES = {
  lantern_squire: "dusk hills armour helm lantern", gallows_crow: "shadow graves crow", ember_hound: "fire peaks hound", mistveil_dancer: "mist reeds dancer",
  glass_vanguard: "frost towers armour plume shield", marsh_adder: "marsh reeds snake", wayside_healer: "nature hills person hood heart", ledger_sprite: "gold towers sprite",
  granite_warden: "stone peaks golem", spearwing_harrier: "light peaks bird", hollow_leech: "blood cave leech", tallgrass_sentinel: "nature reeds armour helm glaive",
  lamplight_archivist: "light towers person hat book", cinder_acolyte: "fire graves person hood flame", sporecaller: "marsh forest person mask mushroom",
  toll_collector: "gold towers armour hat coin", ironroot_smith: "metal forest armour bald hammer", storm_battery: "storm peaks tower", veilbound_oracle: "arcane cave person hood eye",
  quickblade_duelist: "dusk towers person plume rapier", grave_tinker: "shadow graves tinker", bellringer_of_dusk: "dusk towers person hood bell", pack_matriarch: "frost forest wolf",
  hexwright_duelist: "arcane peaks person hat hexblade", rimecaller: "frost peaks person hood snow", thorn_herald: "nature forest thornbeast", immortal_cairn: "stone graves cairn",
  rune_magistrate: "arcane towers person crownh scales", shrine_thief: "dusk graves thief", thornback_behemoth: "marsh forest behemoth", vault_devourer: "blood cave maw",
  echoing_titan: "dusk peaks titan", gatekeeper_monk: "gold peaks person bald gate", tide_reader: "water sea person hood drop",
  ambush_lynx: "nature forest lynx", bonebreaker_ram: "blood peaks ram", parting_lantern: "mist graves lantern", card_sharp: "gold towers person hat cards", scrap_magpie: "metal towers magpie",
  bramble_boar: "marsh forest boar", choir_of_embers: "fire towers person hood torch", shadow_adept: "shadow cave wraith", hexfeeder: "arcane cave person mask skull",
  armsmaster: "metal towers armour plume arms", gearwright: "metal towers gear", ward_captain: "water towers armour plume banner", oathkeeper_golem: "gold graves golem",
  geyser_adept: "water peaks person bald geyser", debt_collector: "blood towers armour hat coins", token_scrapling: "metal hills robot", token_oathbound: "mist hills wraith",
  second_wind: "mist - feather", scorch_lance: "fire - glaive", undertow: "water - wave", fork_in_the_road: "dusk - fork", test_of_fangs: "blood - fangs", torchlit_search: "fire - torch",
  mind_toll: "arcane - bell", read_the_ashes: "stone - book", rally_drum: "gold - drum", dusk_harvest: "dusk - skull", exhume: "shadow - grave", strike_from_record: "metal - scroll",
  plague_ledger: "marsh - book", borrowed_banner: "blood - banner", unwrite: "shadow - spiral", emberfall: "fire - flame", sift_the_silt: "water - sieve", hush: "mist - hush",
  pry_open: "metal - crowbar", oath_of_thorns: "nature - thorns", forge_gift: "fire - anvil", haggle: "gold - coins", last_stand: "light - heart", hail_of_sparks: "storm - sparks",
  blood_price: "blood - drop", scrap_for_parts: "metal - gear", trade_secrets: "dusk - cards", second_dawn: "light - sun", turnback_gate: "stone - gate", lend_strength: "fire - fist",
  bitter_cup: "marsh - cup", sealed_lips: "arcane - lips", steady_hand: "nature - bow", deep_roots: "nature - tree",
  turn_aside: "water - shield", stand_firm: "storm - anchor", cleansing_bell: "light - bell", null_sigil: "arcane - sigil", sudden_brambles: "nature - thorns", swallowed_by_fog: "mist - fog", brace: "metal - plate",
  tempered_glaive: "metal - glaive", bulwark_plate: "gold - plate", siphon_ring: "blood - ring", war_horn: "dusk - horn", wellspring_shrine: "water peaks shrine", ashen_ground: "fire graves ashes",
  oath_stones: "nature hills stones",
  sleepy_badger: "dusk forest boar", growing_cub: "light forest lynx", moonhowl_alpha: "storm peaks wolf", ravenous_tyrant: "blood forest behemoth", call_of_the_pack: "frost - wolf", blood_scent: "blood - fangs",
  rust_hulk: "stone towers golem", foundry_core: "fire towers gear", colossus_engine: "metal peaks titan", assembly_line: "metal towers anvil", recast: "fire - hammer", hourglass_sage: "gold cave person hat orbstaff",
  archmage_of_ember: "fire peaks person crownh flame", slow_fuse: "fire - sparks", lantern_of_truth: "light - lantern", weighed_and_wanting: "gold - scales", bitter_bargain: "blood - coins", level_the_scales: "mist - scales",
  drill_sergeant: "metal hills armour helm banner", ninefold_veteran: "blood hills armour plume sword", banner_marshal: "light hills armour crownh banner", muster: "gold - horn", shield_wall: "metal - shield", champions_blade: "light - sword",
  wisp_swarm: "arcane reeds sparks", gravewalker: "shadow graves skull", drowned_choir: "water sea wraith", pale_regent: "mist graves person crownh hexblade", last_rites: "shadow - bell", feed_the_lantern: "light - lantern",
  still_the_tongue: "mist - hush", twilight_gate: "dusk graves gate", heart_of_the_mountain: "fire cave titan", colossus_of_dawn: "light peaks titan", eater_of_horizons: "storm sea maw", long_harvest: "nature - tree",
  avalanche: "frost - crystal", token_recruit: "metal hills armour helm dagger", token_wisp: "arcane hills sprite", token_spare_part: "metal - gear",
};

/** What else is drawn for a card whose name says nothing: by its tag. @type {Record<string, string>} */
export const KIN = {
  beast: "nature forest lynx,marsh forest boar,frost peaks wolf,fire peaks hound,dusk forest thornbeast", soldier: "metal hills armour helm sword,dusk towers armour plume shield,gold hills armour bald hammer",
  mystic: "arcane cave person hood orbstaff,storm peaks person hat book,fire towers person mask flame", spirit: "mist graves wraith,shadow cave sprite,water sea wraith", construct: "metal towers robot,stone peaks golem,gold towers gear",
};
