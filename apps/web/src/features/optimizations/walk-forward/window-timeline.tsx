import type { WalkForwardWindowView } from '@tradeloom/contracts'
import type { CSSProperties, ReactElement } from 'react'
import { formatDay, formatLastDay, formatSigned } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import classes from './walk-forward.module.css'

/** Training and test of every window on one time line; the table below has the same in numbers. */
export function WindowTimeline({ windows }: { readonly windows: readonly WalkForwardWindowView[] }): ReactElement {
  const from = Math.min(...windows.map(({ trainStart }) => trainStart))
  const to = Math.max(...windows.map(({ testEnd }) => testEnd))
  const place = (start: number, end: number): CSSProperties => ({
    left: `${((start - from) / (to - from)) * 100}%`,
    width: `${((end - start) / (to - from)) * 100}%`,
  })
  return (
    <Panel
      title="Windows"
      flush
      actions={
        <span className={classes['key']}>
          <span>
            <i className={classes['bar']} data-part="training" aria-hidden /> Training
          </span>
          <span>
            <i className={classes['bar']} data-part="test" data-tone="gain" aria-hidden /> Test, gain
          </span>
          <span>
            <i className={classes['bar']} data-part="test" data-tone="loss" aria-hidden /> Test, loss
          </span>
        </span>
      }
    >
      <div className={classes['timeline']} tabIndex={0} role="group" aria-label="Windows on a time line">
        {windows.map((window) => (
          <div key={window.number} className={`${classes['window']} num`} title={titleOf(window)}>
            <span>{window.number + 1}</span>
            <div className={classes['track']} role="img" aria-label={titleOf(window)}>
              <span className={classes['bar']} data-part="training" style={place(window.trainStart, window.trainEnd)} />
              <span
                className={classes['bar']}
                data-part="test"
                data-tone={toneOf(window)}
                style={place(window.testStart, window.testEnd)}
              />
            </div>
          </div>
        ))}
      </div>
      <div className={`${classes['ends']} num`} aria-hidden>
        <span>{formatDay(from)}</span>
        <span>{formatLastDay(to)}</span>
      </div>
    </Panel>
  )
}

function toneOf({ testProfit }: WalkForwardWindowView): string | undefined {
  if (testProfit === null) return 'open'
  return testProfit > 0 ? 'gain' : testProfit < 0 ? 'loss' : undefined
}

function titleOf(window: WalkForwardWindowView): string {
  const { number, trainStart, trainEnd, testStart, testEnd, testProfit } = window
  const result = testProfit === null ? '' : `, profit ${formatSigned(testProfit)}`
  return `Window ${number + 1}: training ${formatDay(trainStart)} to ${formatLastDay(trainEnd)}, test ${formatDay(testStart)} to ${formatLastDay(testEnd)}${result}`
}
