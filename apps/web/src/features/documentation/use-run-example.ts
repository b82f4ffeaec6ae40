import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { loadModule } from '../../ui/load-module.ts'
import { toastError } from '../../ui/toast.ts'
import { currentUser, requireLogin } from '../../entities/user/login.ts'

/** The user's algorithm whose versions are the examples that were run. */
const NAME = 'Documentation examples'

/** Saves an example as a version of an algorithm of the user's own, and runs it with the settings last used. */
export function useRunExample() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (script: string) => {
      if (!(await requireLogin('Please log in to run examples'))) return
      const user = currentUser()
      if (user === null) return
      const own = await call('listOwnAlgorithms', {})
      const algorithm =
        own.find(({ name }) => name === NAME) ?? (await call('createAlgorithm', { body: { name: NAME } }))
      const version = await call('saveVersion', {
        params: { id: algorithm.id },
        body: { script, message: 'Example', previousVersionId: algorithm.latestVersion?.id ?? null },
      })
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
      await client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      const { prepareRun } = await loadModule(() => import('../../entities/run-settings/prepare-run.ts'))
      const prepared = await prepareRun(client, algorithm, version, user.id)
      if (prepared === null) return
      if ('problem' in prepared) throw new Error(prepared.problem)
      const queued = await call('runBacktest', { body: prepared.body })
      void client.invalidateQueries({ queryKey: ['backtests'] })
      await navigate({
        to: '/algorithms/$algorithmId/backtest/$backtestId',
        params: { algorithmId: algorithm.id, backtestId: queued.id },
      })
    },
    onError: (error) => toastError(errorText(error), 'run-example'),
  })
}
