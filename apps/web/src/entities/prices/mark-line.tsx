import type { MarketInstrument } from '@tradeloom/contracts'
import { isPerpetual } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { formatMinute, formatNumber, formatPercent } from '../../ui/format.ts'
import classes from './mark-line.module.css'
import { useMark } from './marks.ts'

interface MarkLineProps {
  readonly instrument: Pick<MarketInstrument, 'id' | 'precision'>
}

/** Mark price, and what is paid next for holding a perpetual; nothing for other instruments. */
export function MarkLine({ instrument }: MarkLineProps): ReactElement | null {
  return isPerpetual(instrument.id) ? <PerpetualLine instrument={instrument} /> : null
}

function PerpetualLine({ instrument: { id, precision } }: MarkLineProps): ReactElement {
  const mark = useMark(id)
  const rate = mark && mark.fundingRate * 100
  const payer = (rate ?? 0) < 0 ? 'Short positions pay long ones' : 'Long positions pay short ones'
  const paid = mark && `${payer} at ${formatMinute(mark.nextFundingTime)} UTC, as a share of the position's value`
  return (
    <p className={`${classes['line']} num`}>
      <span title="Margin and liquidations follow the mark price">Mark {formatNumber(mark?.markPrice, precision)}</span>
      <span title={paid}>
        Funding {formatPercent(rate, 4, true)}
        {mark ? ` at ${formatMinute(mark.nextFundingTime).slice(-5)}` : ''}
      </span>
    </p>
  )
}
