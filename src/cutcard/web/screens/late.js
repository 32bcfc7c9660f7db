// A part of a screen that comes when it is first needed.

/**
 * @template T
 * @param {() => Promise<T>} load @param {() => void} then it is there
 */
export function lately(load, then) {
  /** @type {T | null} */ let made = null;
  /** @type {Promise<void> | null} */ let coming = null;
  const arrive = async () => {
    made = await load();
    then();
  };
  return {
    /** What it is, once it is there; asked for with the first look, and again where it did not come. */
    get now() {
      coming ??= arrive().catch(() => void (coming = null));
      return made;
    },
    /** The same without asking. */
    get made() {
      return made;
    },
  };
}
