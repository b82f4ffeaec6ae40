import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/format.ts'
import { QualityBadges } from '../../datasets/quality-badges.tsx'
import { useOpenKeys } from '../../datasets/use-open-keys.ts'
import { type ChartOverlay, overlayId } from '../chart-overlay.ts'
import classes from './overlay.module.css'
import type { OverlayView } from './use-overlay.ts'

interface OverlayNoteProps {
  readonly overlay: ChartOverlay
  readonly view: OverlayView
  readonly onRemove: () => void
}

/** The dataset over the prices: what its times rest on, or why it is not there, and what its provider asks to say. */
export function OverlayNote({ overlay, view, onRemove }: OverlayNoteProps): ReactElement {
  const id = overlayId(overlay)
  const { terms } = view
  const stored = view.series.states.find((state) => state.id === id)?.stored ?? null
  return (
    <div className={classes['note']} role="group" aria-label="Dataset over the prices">
      {stored === null ? null : <QualityBadges stored={stored} />}
      <State id={id} view={view} />
      {terms === null ? null : (
        <span className={classes['terms']}>
          {terms.text}{' '}
          <a href={terms.url} target="_blank" rel="noreferrer" className="underlined">
            Terms
          </a>
        </span>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className={classes['remove'] ?? ''}
        aria-label={`Remove ${overlay.name}`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Why there is no line. */
function State({ id, view: { series, error, retry } }: { readonly id: string; readonly view: OverlayView }) {
  const openKeys = useOpenKeys()
  const state = series.states.find((one) => one.id === id)
  const failure = series.failure ?? error
  if (failure !== null)
    return (
      <>
        <span role="alert">{errorText(failure)}</span>
        <Button size="compact-xs" variant="default" onClick={series.failure === null ? retry : series.retry}>
          Retry
        </Button>
      </>
    )
  if (state === undefined || (state.stored !== null && state.problem === null)) return null
  if (series.busy.includes(id) || state.fetching !== null)
    return (
      <span role="status" className={classes['busy']}>
        <Loader size={12} aria-hidden />
        {state.fetching ? `Fetching …, ${formatCount(state.fetching, 'value')} so far` : 'Fetching …'}
      </span>
    )
  const problem = series.errors[id] ?? state.problem
  const button = state.needsKey ? (
    <Button size="compact-xs" variant="default" onClick={openKeys}>
      Enter API key
    </Button>
  ) : (
    <Button size="compact-xs" variant="default" onClick={() => void series.fetch([id])}>
      {problem === null ? `Fetch ${id}` : 'Try again'}
    </Button>
  )
  return (
    <>
      <span role={problem === null ? 'status' : 'alert'}>{problem ?? 'Not fetched yet.'}</span>
      {state.problem === null ? button : null}
    </>
  )
}
