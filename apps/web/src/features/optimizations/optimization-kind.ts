import { linkOptions } from '@tanstack/react-router'
import type { RunKind } from '../../entities/runs/run-kind.ts'

export const OPTIMIZATIONS: RunKind = {
  name: 'optimization',
  plural: 'optimizations',
  title: 'Optimization',
  titles: 'Optimizations',
  listKey: 'optimizations',
  picture: 'optimizations',
  empty: {
    title: 'No optimisations',
    text: 'Search for the values of the externals that would have performed best, and learn how much of it is luck.',
  },
  loginToRun: 'Please log in to run optimization',
  pageOf: ({ id: optimisationId, algorithmId }, isAll) =>
    isAll
      ? linkOptions({ to: '/optimizations/$optimisationId', params: { optimisationId } })
      : linkOptions({
          to: '/algorithms/$algorithmId/optimize/$optimisationId',
          params: { algorithmId, optimisationId },
        }),
  listOf: (algorithmId) =>
    algorithmId === null
      ? linkOptions({ to: '/optimizations' })
      : linkOptions({ to: '/algorithms/$algorithmId/optimize', params: { algorithmId } }),
}
