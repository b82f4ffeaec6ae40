import type { Algorithm } from '@tradeloom/contracts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { algorithmQuery } from './algorithm-queries.ts'
import { useUser } from '../user/bootstrap-query.ts'

/** The algorithm in the page's address. */
export function useRouteAlgorithm(): UseQueryResult<Algorithm> {
  const { algorithmId = '' } = useParams({ strict: false })
  const user = useUser()
  return useQuery({ ...algorithmQuery(algorithmId, Boolean(user)), enabled: user !== undefined && algorithmId !== '' })
}
