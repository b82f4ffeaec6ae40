import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconColumns2, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatCount } from '../../../ui/format.ts'
import { MAX_RUNS, MIN_RUNS } from '../../../entities/runs/compared-ids.ts'
import { toastError, toastInfo, toastSuccess } from '../../../ui/toast.ts'
import { keysText } from '../../../ui/shortcut.ts'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { BACKTEST_SHORTCUTS } from '../backtest-shortcuts.ts'
import classes from '../../../entities/runs/run-list.module.css'

interface SelectionBarProps {
  readonly ids: readonly string[]
  readonly onChange: (selected: ReadonlySet<string>) => void
}

/** The server's limit of one call. */
const MAX_IDS = 200

/** What can be done with the selected backtests. */
export function SelectionBar({ ids, onChange }: SelectionBarProps): ReactElement | null {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  if (ids.length === 0) return null
  const remove = async (): Promise<void> => {
    const what = formatCount(ids.length, 'backtest')
    const text = `Delete ${what} with ${ids.length === 1 ? 'its result' : 'their results'}? This cannot be undone.`
    if (!(await askToConfirm({ title: 'Delete backtests', text, confirm: `Delete ${what}`, isDestructive: true })))
      return
    setBusy(true)
    try {
      const { deleted, kept } = await call('deleteBacktests', { body: { ids: ids.slice(0, MAX_IDS) } })
      if (deleted.length > 0) toastSuccess(`${formatCount(deleted.length, 'backtest')} deleted`)
      const [first] = kept
      if (first !== undefined) toastInfo(`${formatCount(kept.length, 'backtest')} kept: ${first.reason}`)
      onChange(new Set(kept.map(({ id }) => id)))
      await client.invalidateQueries({ queryKey: ['backtests'] })
      await client.invalidateQueries({ queryKey: ['backtest-totals'] })
    } catch (error) {
      toastError(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes['filters']} role="status">
      <span className="num">{formatCount(ids.length, 'backtest')} selected</span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconColumns2 size={14} aria-hidden />}
        disabled={ids.length < MIN_RUNS || ids.length > MAX_RUNS}
        title={`Compares ${MIN_RUNS} to ${MAX_RUNS} backtests`}
        onClick={() => void navigate({ to: '/backtests/compare', search: { ids: ids.join(',') } })}
      >
        Compare
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        loading={isBusy}
        disabled={ids.length > MAX_IDS}
        onClick={() => void remove()}
      >
        Delete
      </Button>
      <ClearButton onClear={() => onChange(new Set())} />
    </div>
  )
}

function ClearButton({ onClear }: { readonly onClear: () => void }): ReactElement {
  useShortcut(BACKTEST_SHORTCUTS.clear, onClear)
  return (
    <Button
      size="xs"
      variant="subtle"
      title={keysText(BACKTEST_SHORTCUTS.clear)}
      aria-keyshortcuts={keysText(BACKTEST_SHORTCUTS.clear)}
      onClick={onClear}
    >
      Clear selection
    </Button>
  )
}
