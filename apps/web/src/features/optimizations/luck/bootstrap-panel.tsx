import type { OptimizationLuck } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { formatPercent } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { ValueHistogram } from '../charts/value-histogram.tsx'
import classes from './luck.module.css'

const TOO_FEW = 'There are too few trials, or too few days on which they traded.'

/** How often redrawn days without an edge give a best result as good as this one. */
export function BootstrapPanel({ luck }: { readonly luck: OptimizationLuck }): ReactElement {
  const { superiorAbility, realityCheck } = luck
  const studentized = superiorAbility?.studentized ?? null
  const text = (value: number | null | undefined): string => formatPercent(value == null ? null : value * 100, 1)
  const marks = useMemo(
    () =>
      studentized === null ? [] : [{ value: studentized.statistic, label: 'Best trial here', color: 'warn' as const }],
    [studentized],
  )
  return (
    <Panel title="Would no edge at all look this good?" detail="Superior predictive ability" flush>
      <StatList>
        <Stat label="Studentized, p" value={text(studentized?.p)} reason={TOO_FEW} detail="at most 5% wanted" />
        <Stat label="Reality Check, p" value={text(realityCheck)} reason={TOO_FEW} detail="stricter: by money" />
        <Stat
          label="Hansen's SPA, p"
          value={text(superiorAbility?.consistent)}
          reason={TOO_FEW}
          detail={
            superiorAbility === null
              ? undefined
              : `${text(superiorAbility.lower)} to ${text(superiorAbility.upper)}, too kind`
          }
        />
      </StatList>
      {studentized === null || studentized.statistic === 0 ? null : (
        <ValueHistogram
          label="Best ratio of mean and deviation in each draw without an edge"
          counted="draw"
          bins={studentized.drawn}
          xLabel="Best of all trials, days redrawn with every edge removed"
          marks={marks}
          splitAt={studentized.statistic}
        />
      )}
      <p className={classes['text']}>
        The days of all trials are drawn again many times with every edge removed. p is the share of draws in which the
        best trial did at least as well as here. The first test decides: it compares every trial with its own ups and
        downs and leaves out trials that traded on fewer than 30 days. The Reality Check compares money, so a small edge
        with small positions escapes it. Hansen&apos;s form is shown for reference; with many trials its p is too low.
        All three compare with not trading, without a risk-free rate.
      </p>
    </Panel>
  )
}
