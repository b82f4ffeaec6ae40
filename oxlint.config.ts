import { defineConfig } from 'oxlint'
import { readPackages } from './tools/workspace/read-packages.ts'

const pure = readPackages(import.meta.dirname).filter(({ isPure }) => isPure)

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'react', 'promise'],
  categories: {
    correctness: 'error',
    suspicious: 'warn',
  },
  env: {
    es2024: true,
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'import/no-cycle': 'error',
    'no-console': 'error',
    'max-lines': [
      'error',
      {
        max: 400,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'max-lines-per-function': [
      'error',
      {
        max: 80,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  ignorePatterns: [
    '**/*.generated.*',
    '**/.build/**',
    '**/dist/**',
    'tests/hostile/scripts/**',
    'tests/lookahead-samples/**',
  ],
  overrides: [
    {
      files: pure.map(({ folder }) => `${folder}/src/**/*.ts`),
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'no-restricted-globals': ['error', 'process', 'setTimeout', 'fetch', 'document', 'window'],
        'no-restricted-properties': [
          'error',
          {
            object: 'Date',
            property: 'now',
          },
          {
            object: 'Math',
            property: 'random',
          },
        ],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: {
        'max-lines-per-function': 'off',
        'max-lines': 'off',
        'no-console': 'off',
      },
    },
    {
      // Programs for people to read and to run.
      files: ['packages/documentation/api/examples/*'],
      rules: {
        'no-console': 'off',
        'unicorn/prefer-add-event-listener': 'off',
      },
    },
    {
      files: ['apps/web/**/*.tsx'],
      rules: {
        'max-lines-per-function': [
          'error',
          {
            max: 140,
            skipBlankLines: true,
            skipComments: true,
          },
        ],
      },
    },
    {
      files: ['tools/**', 'apps/cli/**', 'tests/bench/**'],
      rules: {
        'no-console': 'off',
      },
    },
  ],
})
