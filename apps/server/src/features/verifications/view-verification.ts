import { type Verification, verification } from '@tradeloom/contracts'
import type { VerificationRow } from './verifications.repository.ts'

export function viewVerification(row: VerificationRow): Verification {
  return {
    id: row.id,
    backtestId: row.backtestId,
    name: row.name,
    status: row.status,
    differences: verification.shape.differences.parse(row.differences),
    engineVersion: row.engineVersion,
    resultHash: row.resultHash,
    ledgerHash: row.ledgerHash,
    detail: row.detail,
    created: row.createdAt.toISOString(),
    ended: row.endedAt?.toISOString() ?? null,
  }
}
