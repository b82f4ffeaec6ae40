/** What a panel has kept with its user, by instrument. */
export function keptOptions(panel: string): unknown {
  return JSON.parse(localStorage.getItem(`tradeloom-setting-panels.${panel}`) ?? 'null')
}
