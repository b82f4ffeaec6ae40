import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import page from '../../ui/page.module.css'
import { DataSources } from './data-sources.tsx'
import classes from './data-sources-page.module.css'
import { type DataSourcesOptions, datasetOptions } from '../../entities/datasets/dataset-options.ts'

/** The browser of data providers as a page; its address names the dataset that is open. */
export function DataSourcesPage(): ReactElement {
  const { provider, code, name } = useSearch({ from: '/data-sources' })
  const navigate = useNavigate()
  const [look, setLook] = useState(() => datasetOptions.parse({}))
  const dataset = provider && code ? { provider, code, name: name ?? code } : null
  const change = ({ dataset: next, ...options }: DataSourcesOptions): void => {
    setLook(options)
    if (next?.provider === dataset?.provider && next?.code === dataset?.code) return
    const search = { provider: next?.provider, code: next?.code, name: next?.name }
    void navigate({ to: '.', search: (known: object) => ({ ...known, ...search }), resetScroll: false })
  }
  return (
    <div className={`${page['page']} ${classes['page']}`}>
      <div className={page['title']}>
        <h1>Data sources</h1>
      </div>
      <div className={classes['panel']}>
        <DataSources title="Databases" options={{ ...look, dataset }} onOptions={change} />
      </div>
    </div>
  )
}
