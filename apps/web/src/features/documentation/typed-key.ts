import { createContext, useContext } from 'react'

type TypedKey = readonly [string, (key: string) => void]

/** The key with which a reader tries calls: in the memory of the page, for all its calls, and nowhere else. */
export const TypedKeyContext = createContext<TypedKey>(['', () => {}])

export function useTypedKey(): TypedKey {
  return useContext(TypedKeyContext)
}
