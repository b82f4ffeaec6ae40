import type { ReactElement } from 'react'
import { OrdersPanel } from '../orders/orders-panel.tsx'
import { usePrecision } from '../positions/use-precision.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'

/** What the script asked the market for. */
export function OrdersSection({ result, isShared }: SectionProps): ReactElement {
  const { precisionOf } = usePrecision(result)
  return <OrdersPanel result={result} isShared={isShared} precisionOf={precisionOf} />
}
