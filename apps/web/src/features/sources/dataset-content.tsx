import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { SourceDatasetReply, SourceProviderInfo } from '@tradeloom/contracts'
import { type ReactElement, useMemo } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { formatCount, formatMinute } from '../../ui/format.ts'
import { PanelNote } from '../../ui/panel.tsx'
import { DatasetChart } from './dataset-chart.tsx'
import { type ChartColumns, chartColumns } from './dataset-columns.ts'
import classes from './dataset-content.module.css'
import { datasetCsv } from './dataset-csv.ts'
import type { DatasetOptions, ShownDataset } from './dataset-options.ts'
import { DatasetTable } from './dataset-table.tsx'
import { ProviderTerms } from './provider-terms.tsx'

interface DatasetContentProps {
  readonly dataset: ShownDataset
  readonly provider: SourceProviderInfo
  readonly reply: SourceDatasetReply
  /** Why these are older values. */
  readonly error: string | null
  readonly options: DatasetOptions
  readonly onOptions: (options: DatasetOptions) => void
}

/** Drawn at first: lines of very different sizes would hide each other. */
const FIRST_LINES = 4

/** Values of a dataset as a chart or as a table, with what their provider asks to say. */
export function DatasetContent(props: DatasetContentProps): ReactElement {
  const { dataset, provider, reply, error, options, onOptions } = props
  const { meta } = reply
  const chart = useMemo(() => chartColumns(reply), [reply])
  const isTable = options.isTable || typeof chart === 'string'
  const shown = typeof chart === 'string' ? [] : shownColumns(chart, options.columns)
  const canBeLog = typeof chart !== 'string' && arePositive(chart, shown)
  const save = (): void => {
    const all = meta.columns.map((_, at) => at)
    saveCsv(`${dataset.provider}-${dataset.code}`, datasetCsv(reply, isTable ? all : [0, ...shown]))
  }
  return (
    <div className={classes['content']}>
      {error === null ? null : (
        <Banner tone="warn" text={`${error}. These values were fetched at ${formatMinute(meta.fetched)} UTC.`} />
      )}
      <div className={classes['bar']}>
        {typeof chart === 'string' ? (
          <span className="muted">{chart}</span>
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
        <span className={`${classes['count']} muted num`}>{formatCount(reply.data.length, 'row')}</span>
        {provider.terms.keep === 'forever' ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label="Save as CSV"
            onClick={save}
          >
            CSV
          </Button>
        ) : null}
      </div>
      {meta.columnsCount > meta.columns.length - 1 ? (
        <PanelNote>{`The first ${meta.columns.length - 1} of ${meta.columnsCount} columns.`}</PanelNote>
      ) : null}
      {isTable ? (
        <DatasetTable label={dataset.name} reply={reply} />
      ) : (
        <DatasetChart
          label={dataset.name}
          data={chart}
          look={{ shown, left: options.left, isLog: options.isLog && canBeLog }}
          onLook={(look) => onOptions({ ...options, columns: [...look.shown], left: [...look.left] })}
        />
      )}
      {provider.terms.keep === 'page' ? (
        <PanelNote>{`The terms of ${provider.title} do not allow to save its data.`}</PanelNote>
      ) : null}
      <ProviderTerms providers={[provider]} />
    </div>
  )
}

function shownColumns({ columns }: ChartColumns, chosen: readonly number[] | null): number[] {
  if (chosen === null) return columns.slice(0, FIRST_LINES).map(({ at }) => at)
  return columns.flatMap(({ at }) => (chosen.includes(at) ? [at] : []))
}

function arePositive({ columns }: ChartColumns, shown: readonly number[]): boolean {
  return columns.every(({ at, values }) => !shown.includes(at) || values.every((value) => value === null || value > 0))
}

function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
