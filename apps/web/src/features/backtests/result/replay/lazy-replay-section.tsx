import type { BacktestDetail } from '@tradeloom/contracts'
import { lazy, type ReactElement, Suspense } from 'react'
import { loadModule } from '../../../../ui/load-module.ts'
import { LoadingBlock } from '../../../../ui/states.tsx'

const Loaded = lazy(async () => ({
  default: (await loadModule(() => import('./replay-section.tsx'))).ReplaySection,
}))

interface ReplaySectionProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
}

/** The replay, with the code of charts; most visits do not open it. */
export function ReplaySection({ result, isShared }: ReplaySectionProps): ReactElement {
  return (
    <Suspense fallback={<LoadingBlock height={480} />}>
      <Loaded result={result} isShared={isShared} />
    </Suspense>
  )
}
