// Where the page's files are. The server names their addresses in the page itself: they change with the
// files, so that a browser keeps them for good. What it does not name is found as it lies.

/** @type {Record<string, string>} */
const named = JSON.parse(document.querySelector('meta[name="shelf"]')?.getAttribute("content") ?? "{}");

/** The address of a file, or of what it is joined into. @param {string} file */
export function at(file) {
  return named[file] ?? file;
}

/** Where all texts of a language are in one answer, if they are. @param {string} language */
export function textsAt(language) {
  return named[`text:${language}`];
}

/** Whether the server has other files by now than this page was made of. */
export async function stale() {
  const first = Object.values(named)[0];
  if (!first) return false;
  const answer = await fetch("/", {cache: "no-store"}).catch(() => null);
  return answer !== null && answer.ok && !(await answer.text()).includes(first);
}

/** Puts a sheet on the page, once; promises that it is there. @param {string} url @returns {Promise<void>} */
export function dress(url) {
  if (document.querySelector(`link[rel=stylesheet][href="${url}"]`)) return Promise.resolve();
  const look = Object.assign(document.createElement("link"), {rel: "stylesheet", href: url});
  const there = new Promise((done, fail) => {
    look.onload = done;
    look.onerror = () => {
      look.remove();
      fail(new Error(`${url} cannot be loaded`));
    };
  });
  document.head.append(look);
  return /** @type {Promise<void>} */ (there);
}
