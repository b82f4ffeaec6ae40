import { Button } from '@mantine/core'
import { IconColumns2, IconExternalLink } from '@tabler/icons-react'
import type { Optimization } from '@tradeloom/contracts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/format.ts'
import { toastError } from '../../../ui/toast.ts'
import { MAX_RUNS, MIN_RUNS } from '../../../entities/runs/compared-ids.ts'
import { useOpenRow } from '../detail/use-open-row.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { UseValuesButton } from '../use-values/use-values-button.tsx'
import { runFullBacktests } from './run-full-backtests.ts'
import classes from './results-table.module.css'

interface SelectedRowsProps {
  readonly optimization: Optimization
  readonly rows: OptimizationRows
  readonly indexes: readonly number[]
  readonly onChange: (selected: ReadonlySet<number>) => void
}

/**
 * What can be done with chosen rows: all of it needs their full backtests or a new version. It stays at the bottom of the
 * window, where it moves no row away from under the pointer.
 */
export function SelectedRows({ optimization, rows, indexes, onChange }: SelectedRowsProps): ReactElement | null {
  const navigate = useNavigate()
  const openRow = useOpenRow(optimization)
  const compare = useMutation({
    mutationFn: () => runFullBacktests(optimization.id, indexes),
    onSuccess: (ids) => navigate({ to: '/backtests/compare', search: { ids: ids.join(',') } }),
    onError: (error) => toastError(errorText(error)),
  })
  const [only] = indexes
  if (only === undefined || optimization.readOnly) return null
  return (
    <div className={classes['selected']} role="status">
      <span className={`num ${classes['count']}`}>{formatCount(indexes.length, 'backtest')} selected</span>
      {indexes.length === 1 ? (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconExternalLink size={14} aria-hidden />}
            onClick={() => openRow(only)}
          >
            Open full backtest
          </Button>
          <UseValuesButton optimization={optimization} rows={rows} index={only} />
        </>
      ) : null}
      <Button
        className={indexes.length < MIN_RUNS ? classes['tooFew'] : undefined}
        size="xs"
        variant="default"
        leftSection={<IconColumns2 size={14} aria-hidden />}
        disabled={indexes.length < MIN_RUNS || indexes.length > MAX_RUNS}
        loading={compare.isPending}
        title={`Runs the full backtests of ${MIN_RUNS} to ${MAX_RUNS} rows and compares them`}
        onClick={() => compare.mutate()}
      >
        Compare
      </Button>
      <Button className={classes['clear']} size="xs" variant="subtle" onClick={() => onChange(new Set())}>
        Clear selection
      </Button>
    </div>
  )
}
