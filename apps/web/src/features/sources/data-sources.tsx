import { Button } from '@mantine/core'
import { IconArrowLeft, IconKey } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import classes from './data-sources.module.css'
import type { DataSourcesOptions } from '../../entities/datasets/dataset-options.ts'
import { DatasetView } from './dataset-view.tsx'
import { SourceBrowser } from '../../entities/datasets/source-browser.tsx'
import { useOpenKeys } from '../../entities/datasets/use-open-keys.ts'

/** Databases of data providers, and beside them the dataset that is open; where there is no room, in their place. */
export function DataSources({ title, options, onOptions }: PanelProps<DataSourcesOptions>): ReactElement {
  const { dataset } = options
  const user = useUser()
  const openKeys = useOpenKeys()
  const open = (next: DataSourcesOptions['dataset']): void =>
    onOptions({ ...options, dataset: next, columns: null, left: [] })
  return (
    <Panel
      title={title}
      detail={dataset?.name}
      flush
      actions={
        user ? (
          <Button size="xs" variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={openKeys}>
            API keys
          </Button>
        ) : undefined
      }
    >
      <div className={classes['both']} data-open={dataset !== null || undefined}>
        <div className={classes['list']}>
          <SourceBrowser
            opened={dataset}
            onOpen={({ providerName, code, name }) => open({ provider: providerName, code, name })}
          />
        </div>
        {dataset === null ? null : (
          <div className={classes['dataset']}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes['back']}
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={() => open(null)}
            >
              All datasets
            </Button>
            <DatasetView
              dataset={dataset}
              options={options}
              onOptions={(next) => onOptions({ ...options, ...next })}
              onDataset={open}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}
