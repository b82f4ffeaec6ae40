import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatCount } from '../../ui/format.ts'
import classes from './dataset-content.module.css'
import type { DatasetOptions } from '../../entities/datasets/dataset-options.ts'
import { KnownSwitch } from './known/known-switch.tsx'

interface DatasetBarProps {
  readonly options: DatasetOptions
  readonly onOptions: (options: DatasetOptions) => void
  /** Why it is only a table. */
  readonly tableOnly: string | null
  readonly canBeLog: boolean
  /** Null while there are none. */
  readonly rowCount: number | null
  /** Why it can only be shown as it is today. */
  readonly knownProblem: string | null
  /** Missing where the terms forbid it. */
  readonly onSave: (() => void) | null
}

/** How a dataset is shown. */
export function DatasetBar(props: DatasetBarProps): ReactElement {
  const { options, onOptions, tableOnly, canBeLog, rowCount, knownProblem, onSave } = props
  const isTable = options.isTable || tableOnly !== null
  return (
    <div className={classes['bar']}>
      {tableOnly !== null ? (
        <span className="muted">{tableOnly}</span>
      ) : (
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={isTable ? 'table' : 'chart'}
          onChange={(value) => onOptions({ ...options, isTable: value === 'table' })}
        />
      )}
      {isTable ? null : (
        <Switch
          size="xs"
          label="Log scale"
          disabled={!canBeLog}
          title={canBeLog ? undefined : 'Only values above zero have a place on a logarithmic scale'}
          checked={options.isLog && canBeLog}
          onChange={(event) => onOptions({ ...options, isLog: event.currentTarget.checked })}
        />
      )}
      <span className={classes['known']}>
        <KnownSwitch
          day={options.asKnown}
          problem={knownProblem}
          onDay={(asKnown) => onOptions({ ...options, asKnown })}
        />
      </span>
      <span className={`${classes['count']} muted num`}>{rowCount === null ? '' : formatCount(rowCount, 'row')}</span>
      {onSave === null ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label="Save as CSV"
          onClick={onSave}
        >
          CSV
        </Button>
      )}
    </div>
  )
}
