import { linkOptions } from '@tanstack/react-router'
import type { RunKind } from '../../entities/runs/run-kind.ts'

export const BACKTESTS: RunKind = {
  name: 'backtest',
  plural: 'backtests',
  title: 'Backtest',
  titles: 'Backtests',
  listKey: 'backtests',
  picture: 'backtests',
  empty: {
    title: 'No backtests',
    text: 'Run a saved version on historical prices to see how it would have performed.',
  },
  loginToRun: 'Please log in to run new backtests',
  pageOf: ({ id: backtestId, algorithmId }, isAll) =>
    isAll
      ? linkOptions({ to: '/backtests/$backtestId', params: { backtestId } })
      : linkOptions({ to: '/algorithms/$algorithmId/backtest/$backtestId', params: { algorithmId, backtestId } }),
  listOf: (algorithmId) =>
    algorithmId === null
      ? linkOptions({ to: '/backtests' })
      : linkOptions({ to: '/algorithms/$algorithmId/backtest', params: { algorithmId } }),
}
