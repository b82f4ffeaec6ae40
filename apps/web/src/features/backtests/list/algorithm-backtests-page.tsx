import type { Algorithm } from '@tradeloom/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { algorithmBacktestsQuery } from '../backtest-queries.ts'
import { BacktestList } from './backtest-list.tsx'
import { NewBacktestButton } from '../new-backtest-button.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import page from '../../../ui/page.module.css'
import { useRouteAlgorithm } from '../../algorithms/use-route-algorithm.ts'

function Backtests({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const query = useInfiniteQuery(algorithmBacktestsQuery(algorithm))
  useTitle(`Backtests of ${algorithm.name}`)
  return (
    <div className={page['page']}>
      <BacktestList query={query} isAll={false} action={<NewBacktestButton algorithm={algorithm} />} />
    </div>
  )
}

export function AlgorithmBacktestsPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Backtests algorithm={data} />
}
