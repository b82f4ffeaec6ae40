import { Progress } from '@mantine/core'
import type { GeneticSettings, Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import classes from './optimization-detail.module.css'

interface GeneticStoppingProps {
  readonly optimization: Optimization
  readonly genetic: GeneticSettings
}

/** When a genetic optimization ends before its last generation, and how far that is. */
export function GeneticStopping({ optimization, genetic }: GeneticStoppingProps): ReactElement {
  const { done, bestIndex } = optimization
  const { noImprovementCount, maxBacktestsCount, generations } = genetic
  const since = bestIndex === null ? null : Math.max(0, done - 1 - bestIndex)
  return (
    <Panel title="Genetic stopping" detail={`${formatCount(generations, 'generation')} at most`}>
      <div className={classes['stopping']}>
        <div>
          <h3>Complete if</h3>
          <p>{formatCount(noImprovementCount, 'generation')} in a row bring no improvement.</p>
          <span className="muted num">
            {since === null
              ? 'No backtest has a result yet.'
              : `The best backtest is No. ${bestIndex}; ${formatCount(since, 'backtest')} since then ${since === 1 ? 'was' : 'were'} not better.`}
          </span>
        </div>
        <div>
          <h3>Complete once</h3>
          <p>{formatCount(maxBacktestsCount, 'backtest')} have been run.</p>
          <Progress
            value={Math.min(100, (done / maxBacktestsCount) * 100)}
            size={6}
            aria-label="Backtests toward Complete once"
          />
          <span className="muted num">
            {formatPlain(done)} of {formatPlain(maxBacktestsCount)}
          </span>
        </div>
      </div>
    </Panel>
  )
}
