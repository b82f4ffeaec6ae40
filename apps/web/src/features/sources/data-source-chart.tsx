import { Button } from '@mantine/core'
import { IconDatabaseSearch } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import classes from './data-source-chart.module.css'
import type { DataSourcesOptions } from '../../entities/datasets/dataset-options.ts'
import { DatasetView } from './dataset-view.tsx'
import { SourceBrowser } from '../../entities/datasets/source-browser.tsx'

/** One dataset, which is chosen in a dialog. */
export function DataSourceChart({ title, options, onOptions }: PanelProps<DataSourcesOptions>): ReactElement {
  const { dataset } = options
  const [isChoosing, setChoosing] = useState(false)
  const open = (next: DataSourcesOptions['dataset']): void => {
    onOptions({ ...options, dataset: next, columns: null, left: [] })
    setChoosing(false)
  }
  const choose = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDatabaseSearch size={14} aria-hidden />}
      aria-label="Choose a dataset"
      onClick={() => setChoosing(true)}
    >
      <span className={classes['choose']}>Choose a dataset</span>
    </Button>
  )
  return (
    <Panel title={dataset?.name ?? title} detail={dataset?.code} flush actions={dataset === null ? undefined : choose}>
      {dataset === null ? (
        <EmptyState title="No dataset" text="Choose one of a data provider to see it here." action={choose} />
      ) : (
        <DatasetView
          dataset={dataset}
          options={options}
          onOptions={(next) => onOptions({ ...options, ...next })}
          onDataset={open}
        />
      )}
      <Dialog
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        title="Choose a dataset"
        size={720}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={classes['browser']}>
          <SourceBrowser
            opened={dataset}
            onOpen={({ providerName, code, name }) => open({ provider: providerName, code, name })}
          />
        </div>
      </Dialog>
    </Panel>
  )
}
