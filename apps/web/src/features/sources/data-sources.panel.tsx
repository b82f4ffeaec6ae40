import { definePanel } from '../../entities/panels/define-panel.ts'
import { dataSourcesOptions } from '../../entities/datasets/dataset-options.ts'

/** Databases and datasets of data providers. */
export const panel = definePanel({
  name: 'data-sources',
  title: 'Data sources',
  letter: 'D',
  about: 'Databases and datasets of data providers',
  size: { w: 5, h: 4 },
  options: dataSourcesOptions,
  version: 1,
  access: 'public',
  load: async () => (await import('./data-sources.tsx')).DataSources,
})
