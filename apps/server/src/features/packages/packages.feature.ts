import { schema } from '@tradeloom/database'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { Units } from './units.service.ts'

const { packages } = schema

/** The packages as the operator has set them in the database, and the compute units that they include. */
export function packagesFeature({ config, db, users, bus, now }: Platform) {
  return {
    units: new Units({ profile: config.profile, users, bus, now }),
    handlers: {
      listPackages: async () => {
        const rows = await db.select().from(packages).orderBy(packages.id)
        return rows.map(({ price, stripePriceId, ...rest }) => ({
          priceUsd: price,
          stripePlanId: stripePriceId,
          ...rest,
        }))
      },
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type PackagesFeature = ReturnType<typeof packagesFeature>
