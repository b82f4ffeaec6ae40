import { type BacktestDetail, marginFigures } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { CompactRows } from './compact-rows.tsx'

/** How far margin was used, and what lack of it has caused. */
export function MarginPanel({ result }: { readonly result: BacktestDetail }): ReactElement {
  const figures = marginFigures(result.statistics)
  if (figures === null) {
    return (
      <Panel title="Margin" flush>
        <EmptyState title="Not recorded" text="This result predates the record of margin. Run it again to see it." />
      </Panel>
    )
  }
  const rows = figures.map(({ key, title, help, value, text }) => {
    return { label: title, field: `statistics.${key}`, value, text, explanation: help }
  })
  return (
    <Panel title="Margin" detail={`Money in ${result.accountCurrency}`} flush>
      <CompactRows rows={rows} />
    </Panel>
  )
}
