import { definePanel } from '../../entities/panels/define-panel.ts'
import { dataSourcesOptions } from '../../entities/datasets/dataset-options.ts'

/** One dataset of a data provider. */
export const panel = definePanel({
  name: 'data-source-chart',
  title: 'Data-source chart',
  letter: 'F',
  about: 'A dataset of a data provider as lines or as a table',
  size: { w: 3, h: 2 },
  options: dataSourcesOptions,
  version: 1,
  access: { login: 'Please log in to view' },
  load: async () => (await import('./data-source-chart.tsx')).DataSourceChart,
})
