import { Button } from '@mantine/core'
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { loadModule } from '../../ui/load-module.ts'
import { Panel } from '../../ui/panel.tsx'
import { LoadingRows, LoginState } from '../../ui/states.tsx'
import { askForLogin } from '../user/auth-prompt.ts'
import { useUser } from '../user/bootstrap-query.ts'
import type { Panel as PanelDefinition, PanelProps, StoredOptions } from './define-panel.ts'
import { PanelBoundary } from './panel-boundary.tsx'
import { findPanel } from './panels.ts'
import { useKeptOptions } from './use-kept-options.ts'

interface DashboardPanelProps {
  readonly name: string
  /** Options as a layout stored them, maybe by an earlier version; without them the panel has its defaults. */
  readonly stored?: unknown
  /** The options were changed; without a layout to keep them they last as long as the panel is shown. */
  readonly onStored?: (stored: StoredOptions) => void
}

/** A panel by its name. What it shows is loaded now; its failures stay inside. */
export function DashboardPanel({ name, ...props }: DashboardPanelProps): ReactElement | null {
  const panel = findPanel(name)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for who made the layout; the specification wants no more
    if (panel === null) console.warn(`There is no panel ${name}.`)
  }, [panel, name])
  return panel === null ? null : <PanelForUser panel={panel} {...props} />
}

type ShownPanelProps = Omit<DashboardPanelProps, 'name'> & { readonly panel: PanelDefinition }

function PanelForUser(props: ShownPanelProps): ReactElement {
  const { title, access } = props.panel
  const user = useUser()
  if (access === 'public' || user) return <LoadedPanel {...props} />
  return (
    <Panel title={title}>
      {user === null ? (
        <LoginState
          title={access.login}
          action={
            <Button variant="default" onClick={() => void askForLogin()}>
              Log in to continue
            </Button>
          }
        />
      ) : (
        <LoadingRows />
      )}
    </Panel>
  )
}

function LoadedPanel({ panel, stored, onStored }: ShownPanelProps): ReactElement {
  const { title } = panel
  const [options, setOptions] = useState(() => panel.readOptions(stored))
  const given = JSON.stringify(stored)
  const [seen, setSeen] = useState(given)
  // Its settings were changed from outside, or the layout was reverted.
  if (given !== seen) {
    setSeen(given)
    setOptions(panel.readOptions(stored))
  }
  const change = (next: unknown): void => {
    setOptions(next)
    onStored?.(panel.storeOptions(next))
  }
  const [part, setPart] = useState(() => ({ attempt: 0, Content: lazyContent(panel) }))
  // A part that failed to load stays failed; another attempt needs another one.
  const retry = (): void => setPart({ attempt: part.attempt + 1, Content: lazyContent(panel) })
  const props = { title, options, onOptions: change }
  return (
    <PanelBoundary key={part.attempt} title={title} onRetry={retry}>
      <Suspense
        fallback={
          <Panel title={title}>
            <LoadingRows />
          </Panel>
        }
      >
        {panel.keptWithUser.length === 0 ? (
          <part.Content {...props} />
        ) : (
          <KeptContent {...props} panel={panel} Content={part.Content} />
        )}
      </Suspense>
    </PanelBoundary>
  )
}

type ContentProps = PanelProps<unknown> & {
  readonly panel: PanelDefinition
  readonly Content: ComponentType<PanelProps<unknown>>
}

/** A panel some of whose options are kept with the user instead of the layout. */
function KeptContent({ panel, Content, title, options, onOptions }: ContentProps): ReactElement {
  const { instrumentId = '' } = options as { readonly instrumentId?: string }
  const [kept, keep] = useKeptOptions(panel, instrumentId)
  const shown = panel.withOptions(options, kept)
  const change = (next: unknown): void => {
    const [before, after] = [shown, next].map((one) => Object.entries(one as object))
    const isChanged = ([name, value]: [string, unknown]): boolean =>
      JSON.stringify(value) !== JSON.stringify(before?.find(([other]) => other === name)?.[1])
    const changed = after?.filter(isChanged) ?? []
    const [own, others] = [true, false].map((isKept) =>
      Object.fromEntries(changed.filter(([name]) => panel.keptWithUser.includes(name) === isKept)),
    ) as [object, object]
    if (Object.keys(own).length > 0) keep({ ...kept, ...own })
    if (Object.keys(others).length > 0) onOptions(panel.withOptions(options, others))
  }
  return <Content title={title} options={shown} onOptions={change} />
}

function lazyContent({ load }: PanelDefinition) {
  return lazy(async () => ({ default: await loadModule(load) }))
}
