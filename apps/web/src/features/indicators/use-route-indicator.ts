import type { IndicatorDetail } from '@tradeloom/contracts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { indicatorQuery } from '../../entities/indicators/indicator-queries.ts'

/** The indicator in the page's address. */
export function useRouteIndicator(): UseQueryResult<IndicatorDetail> {
  const { indicatorId = '' } = useParams({ strict: false })
  const user = useUser()
  return useQuery({ ...indicatorQuery(indicatorId, Boolean(user)), enabled: user !== undefined && indicatorId !== '' })
}
