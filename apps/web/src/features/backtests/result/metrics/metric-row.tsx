import { ActionIcon, Group, Popover, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatCount, formatPlain } from '../../../../ui/format.ts'
import { rawFigure } from '../../../../ui/raw-figure.ts'
import classes from './metrics.module.css'
import { intervalText, metricText, reasonText, type ResultMetric } from './metric-format.ts'
import badges from '../../../../ui/badges.module.css'

const MARKS = {
  open: ['still open', 'The drawdown had not recovered when the run ended.'],
  'few-trades': ['few', 'Based on fewer than 30 closed positions.'],
} as const

const TRIALS =
  'Every backtest and optimization of all versions of the algorithm, and of those that it was cloned from, counts as a trial.'

/** Meaning, formula and source of the metric. */
function About({ metric }: { readonly metric: ResultMetric }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} width={340} position="right-start" withArrow>
      <Popover.Target>
        <ActionIcon
          size={22}
          aria-label={`About ${metric.title}`}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          <IconInfoCircle size={13} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['about']} aria-label={`About ${metric.title}`}>
        <strong>{metric.title}</strong>
        <p>{metric.description}</p>
        <p className="mono">{metric.formula}</p>
        <p className="muted">{metric.source}</p>
      </Popover.Dropdown>
    </Popover>
  )
}

function Value({ metric }: { readonly metric: ResultMetric }): ReactElement {
  const text = metricText(metric)
  const raw = rawFigure(`metrics.${metric.key}`, metric.value)
  if (metric.shown) return <strong {...raw}>{text}</strong>
  return (
    <Tooltip label={`${text}. The run is too short or has too few positions for this value to be reliable.`}>
      <span className="muted" tabIndex={0}>
        (<span {...raw}>{text}</span>)
      </span>
    </Tooltip>
  )
}

export function MetricRow({ metric }: { readonly metric: ResultMetric }): ReactElement {
  const reason = metric.value === null ? reasonText(metric.reason) : null
  const interval = rawFigure(`metrics.${metric.key}.interval`, metric.interval?.join(' '))
  return (
    <tr>
      <th scope="row">
        <Group gap={4} wrap="nowrap" component="span">
          {metric.title}
          <About metric={metric} />
          {metric.marks.map((mark) => (
            <Tooltip key={mark} label={MARKS[mark][1]}>
              <span className={badges['pill']} data-tone="warn" tabIndex={0} role="note" aria-label={MARKS[mark][1]}>
                {MARKS[mark][0]}
              </span>
            </Tooltip>
          ))}
          {metric.trials === null ? null : (
            <Tooltip label={TRIALS}>
              <span className={badges['pill']} data-tone="warn" tabIndex={0} role="note" aria-label={TRIALS}>
                {formatCount(metric.trials, 'trial')}
              </span>
            </Tooltip>
          )}
        </Group>
      </th>
      {reason === null ? (
        <>
          <td data-number>
            <Value metric={metric} />
            {metric.interval === null ? null : (
              <span className={classes['below']} {...interval}>
                {intervalText(metric)}
              </span>
            )}
          </td>
          <td data-number className={`muted ${classes['interval']}`} {...interval}>
            {intervalText(metric)}
          </td>
        </>
      ) : (
        <td colSpan={2} className={`muted ${classes['reason']}`}>
          {reason}
        </td>
      )}
      <td data-number className="muted" {...rawFigure(`metrics.${metric.key}.n`, metric.n)}>
        {formatPlain(metric.n)}
      </td>
    </tr>
  )
}
