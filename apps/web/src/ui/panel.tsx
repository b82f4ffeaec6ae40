import { type ComponentProps, createContext, type ReactElement, type ReactNode, type Ref, use } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: ReactNode
  /** Beside the title, less prominent: a count, a unit. */
  readonly detail?: ReactNode
  readonly actions?: ReactNode
  /** A place in the header for the tools of what the panel shows; below it where the panel is narrow. */
  readonly toolsRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
  readonly flush?: boolean
  readonly className?: string
  readonly isStale?: boolean
  /** Its name in tours. */
  readonly tour?: string | undefined
}

/** What the place of a panel adds to its header, such as a button that closes it. */
export const PanelExtras = createContext<ReactNode>(null)

/** A titled box; `flush` removes the padding for tables and charts. */
export function Panel(props: PanelProps): ReactElement {
  const { title, detail, actions, toolsRef, children, flush, className, isStale, tour } = props
  const extras = use(PanelExtras)
  const hasActions = actions !== undefined || extras !== null
  return (
    <section className={`${classes['panel']} ${className ?? ''}`} data-stale={isStale || undefined} data-tour={tour}>
      <header className={classes['head']}>
        <h2>{title}</h2>
        {detail === undefined ? null : <span className={classes['detail']}>{detail}</span>}
        {toolsRef === undefined ? null : <div ref={toolsRef} className={classes['tools']} />}
        {hasActions ? (
          <div className={classes['actions']}>
            {actions}
            {extras}
          </div>
        ) : null}
      </header>
      <div className={flush ? classes['flush'] : classes['body']}>{children}</div>
    </section>
  )
}

/** Words at the edge of a panel that has no padding. */
export function PanelNote({ tone, ...rest }: ComponentProps<'p'> & { readonly tone?: 'warn' }): ReactElement {
  return <p className={classes['note']} data-tone={tone} {...rest} />
}
