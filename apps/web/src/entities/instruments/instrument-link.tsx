import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'

interface InstrumentLinkProps {
  readonly id: string
  readonly children: ReactNode
}

/** A symbol that leads to the page of its instrument. */
export function InstrumentLink({ id, children }: InstrumentLinkProps): ReactElement {
  return (
    <Link to="/instruments/$instrumentId" params={{ instrumentId: id }}>
      {children}
    </Link>
  )
}
