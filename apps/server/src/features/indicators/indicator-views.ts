import type { Indicator, IndicatorDetail } from '@tradeloom/contracts'
import type { AuthoredIndicator } from './indicator-rows.ts'

export function viewIndicator({ indicator, username }: AuthoredIndicator, viewerId: string | null): Indicator {
  const { id, name, key, description, shared, userId, parameters, clonedFromIndicator } = indicator
  return {
    id,
    name,
    key,
    description,
    system: false,
    readOnly: userId !== viewerId,
    shared,
    userId,
    username,
    group: null,
    parameters,
    clonedFromIndicator,
    created: indicator.createdAt.toISOString(),
    updated: indicator.updatedAt.toISOString(),
  }
}

export function viewIndicatorDetail(found: AuthoredIndicator, viewerId: string | null): IndicatorDetail {
  return { ...viewIndicator(found, viewerId), script: found.indicator.script }
}
