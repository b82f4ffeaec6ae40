import type { Algorithm } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { BacktestList } from './backtest-list.tsx'
import { NewBacktestButton } from '../new-backtest-button.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import page from '../../../ui/page.module.css'
import { useRouteAlgorithm } from '../../algorithms/use-route-algorithm.ts'

function Backtests({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  useTitle(`Backtests of ${algorithm.name}`)
  return (
    <div className={page['page']}>
      <BacktestList algorithm={algorithm} action={<NewBacktestButton algorithm={algorithm} />} />
    </div>
  )
}

export function AlgorithmBacktestsPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Backtests algorithm={data} />
}
