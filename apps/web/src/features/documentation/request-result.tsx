import type { ReactElement } from 'react'
import type { RequestAnswer } from './send-request.ts'
import classes from './try-call.module.css'

/** What the server has answered to a call that a reader has tried. */
export function RequestResult({ answer }: { readonly answer: RequestAnswer }): ReactElement {
  const { address, status, statusText, ms, credits, text, isCut } = answer
  return (
    <div className={classes['result']}>
      <p className={classes['facts']} role="status">
        <strong data-ok={status < 400 || undefined}>
          {status} {statusText}
        </strong>
        <span className="num">{ms} ms</span>
        {credits === null ? null : <span className="num">{credits} used in 30 days</span>}
        <code>GET {address}</code>
      </p>
      {text === null ? (
        <p className={classes['note']}>The answer is a file, which is not shown here.</p>
      ) : text === '' ? (
        <p className={classes['note']}>The answer is empty.</p>
      ) : (
        <pre tabIndex={0} aria-label="Answer">
          <code>{text}</code>
        </pre>
      )}
      {isCut ? <p className={classes['note']}>Only the beginning is shown: the answer is longer.</p> : null}
    </div>
  )
}
