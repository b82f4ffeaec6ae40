import type { ReactElement, ReactNode } from 'react'
import { LoadingBlock } from '../../ui/states.tsx'

/** The heights of the panels of profit and prices: what is between and below them does not move when they come. */
const PROFIT_HEIGHT = 300
const PRICES_HEIGHT = 480

/** In the place of the charts of a session until they can be drawn. */
export function ChartsPending({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <>
      <LoadingBlock height={PROFIT_HEIGHT} />
      {children}
      <LoadingBlock height={PRICES_HEIGHT} />
    </>
  )
}
