import { ActionIcon, Button } from '@mantine/core'
import type { Algorithm, AlgorithmVersion } from '@tradeloom/contracts'
import { IconAlertTriangle, IconBolt, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { versionsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { versionLabel } from '../../entities/algorithms/version-label.ts'
import { type DraftToRun } from '../../features/backtests/draft-to-run.ts'
import { NewBacktestButton } from '../../features/backtests/new-backtest-button.tsx'
import { EDITOR_SHORTCUTS } from '../../entities/scripts/editor-shortcuts.ts'
import classes from '../../entities/scripts/editor.module.css'
import { SaveControls } from './save-controls.tsx'
import { VersionCheck } from '../../entities/algorithms/version-check.tsx'
import { Hint } from '../../ui/hint.tsx'
import { keysText } from '../../ui/shortcut.ts'
import badges from '../../ui/badges.module.css'

interface EditorToolbarProps {
  readonly algorithm: Algorithm
  readonly draft: { readonly base: AlgorithmVersion | null; readonly isDirty: boolean; readonly isSaving: boolean }
  readonly errorCount: number
  /** The draft, when it differs from the open version. */
  readonly toRun: DraftToRun | null
  readonly message: string
  readonly onMessage: (message: string) => void
  readonly onSave: () => void
  readonly isPaneOpen: boolean
  readonly onPane: () => void
  /** Moves the cursor to a position in the script. */
  readonly onGoTo: (line: number, column: number) => void
  /** Saves and runs with the settings last used; null when the script is read-only. */
  readonly onRun: (() => void) | null
  readonly isRunning: boolean
}

function RunButton({
  onRun,
  isRunning,
  isDirty,
}: Pick<EditorToolbarProps, 'isRunning'> & { readonly onRun: () => void; readonly isDirty: boolean }): ReactElement {
  return (
    <Hint label={`Run with the settings last used (${keysText(EDITOR_SHORTCUTS.run)})`}>
      <Button
        data-tour="run"
        variant="default"
        loading={isRunning}
        onClick={onRun}
        leftSection={<IconBolt size={14} aria-hidden />}
      >
        {isDirty ? 'Save & run' : 'Run'}
      </Button>
    </Hint>
  )
}

/** How many versions are newer than the edited one. */
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
  const {
    algorithm,
    draft,
    errorCount,
    toRun,
    message,
    onMessage,
    onSave,
    isPaneOpen,
    onPane,
    onGoTo,
    onRun,
    isRunning,
  } = props
  const { base, isDirty, isSaving } = draft
  const behind = useVersionsBehind(algorithm, base)
  return (
    <div className={classes['toolbar']}>
      <strong className="num">{versionLabel(base ?? 'draft', behind === 0)}</strong>
      {base === null ? null : (
        <VersionCheck
          key={base.id}
          algorithm={algorithm}
          version={base}
          draft={{ isChanged: isDirty, errorCount }}
          onGoTo={onGoTo}
        />
      )}
      {behind > 1 ? (
        <Hint
          label={`This version is outdated: ${behind} newer versions exist. Saving creates a new latest version from it.`}
        >
          <span className={`${badges['pill']} ${classes['outdated']}`} data-tone="warn" tabIndex={0}>
            <IconAlertTriangle size={14} aria-hidden /> <span>Outdated version</span>
          </span>
        </Hint>
      ) : null}
      {algorithm.readOnly ? <span className="muted">Read-only. Clone it to edit it.</span> : null}
      <div className={classes['toolbarEnd']}>
        {algorithm.readOnly ? null : (
          <SaveControls isDirty={isDirty} isSaving={isSaving} message={message} onMessage={onMessage} onSave={onSave} />
        )}
        {onRun === null ? null : <RunButton onRun={onRun} isRunning={isRunning} isDirty={isDirty} />}
        <NewBacktestButton algorithm={algorithm} versionId={base?.id ?? null} draft={toRun} />
        <Hint label={isPaneOpen ? 'Hide documentation and versions' : 'Show documentation and versions'}>
          <ActionIcon aria-label="Documentation and versions" aria-pressed={isPaneOpen} onClick={onPane}>
            <IconLayoutSidebarRight size={17} aria-hidden />
          </ActionIcon>
        </Hint>
      </div>
    </div>
  )
}
