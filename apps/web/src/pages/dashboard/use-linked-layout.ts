import { useLayoutEffect, useMemo } from 'react'
import { CHOSEN_INSTRUMENTS } from '../../entities/panels/chosen-instruments.ts'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import type { Layout } from '../../entities/panels/layout.ts'
import { linkedInstruments, withLinked } from '../../entities/panels/linked-panels.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'

/** A layout with its groups showing what was chosen for them, unless no venue lists it any more. */
export function useLinkedLayout(layout: Layout, listed: ReadonlySet<string> | undefined): Layout {
  const [chosen] = useSetting(CHOSEN_INSTRUMENTS)
  // Each answer is another object.
  const choice = JSON.stringify(chosen[layout.name] ?? {})
  const linked = useMemo(
    () => linkedInstruments(layout, JSON.parse(choice) as object, (id) => listed?.has(id) ?? true),
    [layout, choice, listed],
  )
  useLayoutEffect(() => useDashboard.setState({ linked }), [linked])
  return useMemo(() => withLinked(layout, linked), [layout, linked])
}
