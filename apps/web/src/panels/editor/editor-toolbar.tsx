import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { IconAlertTriangle, IconDeviceFloppy, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { versionsQuery } from '../../api/queries/algorithms.ts'
import { versionTitle } from '../../ui/version-select.tsx'
import { NewBacktestButton } from '../../actions/new-backtest/new-backtest-button.tsx'
import classes from './editor.module.css'
import { VersionCheck } from './version-check.tsx'

interface EditorToolbarProps {
  readonly algorithm: Algorithm
  readonly draft: { readonly base: AlgorithmVersion | null; readonly isDirty: boolean; readonly isSaving: boolean }
  readonly message: string
  readonly onMessage: (message: string) => void
  readonly onSave: () => void
  readonly isPaneOpen: boolean
  readonly onPane: () => void
  /** Puts the cursor on a place of the script. */
  readonly onPlace: (line: number, column: number) => void
}

/** How many versions are newer than the one being edited. */
function useVersionsBehind(algorithm: Algorithm, base: AlgorithmVersion | null): number {
  const versions = useQuery(versionsQuery(algorithm)).data ?? []
  return base === null
    ? 0
    : Math.max(
        0,
        versions.findIndex(({ id }) => id === base.id),
      )
}

export function EditorToolbar(props: EditorToolbarProps): ReactElement {
  const { algorithm, draft, message, onMessage, onSave, isPaneOpen, onPane, onPlace } = props
  const { base, isDirty, isSaving } = draft
  const behind = useVersionsBehind(algorithm, base)
  return (
    <div className={classes['toolbar']}>
      <span className={`num ${classes['version']}`}>
        {base === null ? 'New version' : versionTitle(base, behind === 0)}
      </span>
      {base === null ? null : <VersionCheck key={base.id} algorithm={algorithm} version={base} onPlace={onPlace} />}
      {behind > 1 ? (
        <Tooltip
          label={`This version is outdated: ${behind} newer ones exist. Saving makes a new latest version of it.`}
        >
          <span className={classes['outdated']} tabIndex={0}>
            <IconAlertTriangle size={14} aria-hidden /> Outdated version
          </span>
        </Tooltip>
      ) : null}
      {algorithm.readOnly ? (
        <span className="muted">Read-only. Clone it to change it.</span>
      ) : (
        <>
          <span className={classes['saveState']} role="status">
            {isDirty ? 'Not saved' : 'All changes saved'}
          </span>
          <TextInput
            aria-label="Commit message"
            placeholder="Commit message"
            size="xs"
            maxLength={500}
            value={message}
            className={classes['message'] ?? ''}
            onChange={(event) => onMessage(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && onSave()}
          />
          <Tooltip label="Save as a new version (Ctrl+S)">
            <Button
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              disabled={!isDirty}
              loading={isSaving}
              onClick={onSave}
            >
              Save
            </Button>
          </Tooltip>
        </>
      )}
      <div className={classes['toolbarEnd']}>
        <NewBacktestButton algorithm={algorithm} />
        <Tooltip label={isPaneOpen ? 'Hide documentation and versions' : 'Show documentation and versions'}>
          <ActionIcon aria-label="Documentation and versions" aria-pressed={isPaneOpen} onClick={onPane}>
            <IconLayoutSidebarRight size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
