import { Box, Button, Tooltip } from '@mantine/core'
import type { IndicatorDetail } from '@tradeloom/contracts'
import { IconDeviceFloppy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { formatLocalMinute } from '../../../ui/format.ts'
import { keysText } from '../../../ui/shortcut.ts'
import { EDITOR_SHORTCUTS } from '../../../entities/scripts/editor-shortcuts.ts'
import classes from './indicator-edit.module.css'
import type { IndicatorDraft } from './use-indicator-draft.ts'
import editor from '../../../entities/scripts/editor.module.css'

interface IndicatorToolbarProps {
  readonly indicator: IndicatorDetail
  readonly draft: IndicatorDraft
  readonly onSave: () => void
}

/** Save state and Save; what the user should know about the text. */
export function IndicatorToolbar({ indicator, draft, onSave }: IndicatorToolbarProps): ReactElement {
  const { readOnly, key, parameters } = indicator
  const usage = `indicators.${key}(${['interval', ...parameters.map(({ name }) => name)].join(', ')})`
  return (
    <>
      <div className={editor['toolbar']}>
        {readOnly ? (
          <span className="muted">Read-only. Clone it to edit it.</span>
        ) : (
          <>
            <Tooltip label={`Save (${keysText(EDITOR_SHORTCUTS.save)})`}>
              <Button
                variant="default"
                leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                disabled={!draft.isDirty}
                loading={draft.isSaving}
                onClick={onSave}
              >
                Save
              </Button>
            </Tooltip>
            <Box c="var(--text-2)" fz={12} component="span" role="status">
              {draft.isDirty ? 'Not saved' : 'All changes saved'}
            </Box>
          </>
        )}
        <code className={classes['usage']} title="How an algorithm uses it">
          {usage}
        </code>
      </div>
      {draft.isOutdated ? (
        <Banner text="The script was saved in another tab or browser." tone="warn">
          <Button size="compact-sm" variant="default" onClick={draft.discard}>
            Load it
          </Button>
          <Button size="compact-sm" variant="default" onClick={draft.keepMine}>
            Keep mine
          </Button>
        </Banner>
      ) : null}
      {draft.restored === null ? null : (
        <Banner text={`Unsaved draft of ${formatLocalMinute(draft.restored)} restored`}>
          <Button size="compact-sm" variant="default" onClick={draft.discard}>
            Discard
          </Button>
        </Banner>
      )}
    </>
  )
}
