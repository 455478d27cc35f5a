// Progress is stored by the titles of steps. A step that has taken over others of an earlier path is done where one of
// these was.

/**
 * @param {any} kept progress as stored
 * @param {{ title: string, former: string[] }[]} steps of the path as it is now
 * @returns {any} the same, with the titles of today
 */
export function carriedOver(kept, steps) {
  const now = { ...kept }
  for (const mark of ["done", "answered", "did"]) {
    const titles = new Set(kept[mark] ?? [])
    for (const { title, former } of steps) if (former.some((each) => titles.has(each))) titles.add(title)
    if (kept[mark]) now[mark] = [...titles]
  }
  return now
}
