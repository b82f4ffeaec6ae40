import type { ReactElement } from 'react'
import { AlgorithmRunsPage } from '../../../entities/runs/algorithm-runs-page.tsx'
import { BACKTESTS } from '../backtest-kind.ts'
import { NewBacktestButton } from '../new-backtest-button.tsx'
import { BacktestList } from './backtest-list.tsx'

export function AlgorithmBacktestsPage(): ReactElement {
  return (
    <AlgorithmRunsPage kind={BACKTESTS}>
      {(algorithm) => <BacktestList algorithm={algorithm} action={<NewBacktestButton algorithm={algorithm} />} />}
    </AlgorithmRunsPage>
  )
}
