import { lazy, type ReactElement, Suspense } from 'react'
import { loadModule } from '../../ui/load-module.ts'
import { LoadingBlock } from '../../ui/states.tsx'
import classes from './editor.module.css'
import type { DiffSurfaceProps } from './surface-props.ts'

const MonacoDiff = lazy(async () => ({ default: (await loadModule(() => import('./monaco-diff.tsx'))).MonacoDiff }))

/** Two scripts side by side with their differences marked; F7 goes to the next one. */
export function DiffSurface(props: DiffSurfaceProps): ReactElement {
  return (
    <section className={classes['diff']} aria-label={`Differences between ${props.leftLabel} and ${props.rightLabel}`}>
      <div className={classes['diffHead']}>
        <strong>{props.leftLabel}</strong>
        <strong>{props.rightLabel}</strong>
      </div>
      {props.left === props.right ? <p className="muted prose">Both texts are the same.</p> : null}
      <Suspense fallback={<LoadingBlock height={400} />}>
        <MonacoDiff {...props} />
      </Suspense>
    </section>
  )
}
