import type { Indicator } from '@tradeloom/contracts'

/** Groups of the catalog that are drawn over the prices; all others have panes of their own. */
const OVERLAYS: ReadonlySet<string> = new Set(['Moving averages', 'Bands and channels', 'Levels and swings', 'Prices'])

export const INDICATOR_TABS = ['Overlays', 'Studies', 'Custom', 'Active'] as const
export type IndicatorTab = (typeof INDICATOR_TABS)[number]

/** The indicators of a tab, those that match a search. */
export function indicatorsOfTab(all: readonly Indicator[], tab: IndicatorTab, search: string): Indicator[] {
  const wanted = search.trim().toLowerCase()
  return all.filter(({ system, group, key, name }) => {
    const own: IndicatorTab = !system ? 'Custom' : OVERLAYS.has(group ?? '') ? 'Overlays' : 'Studies'
    return own === tab && `${key} ${name}`.toLowerCase().includes(wanted)
  })
}
