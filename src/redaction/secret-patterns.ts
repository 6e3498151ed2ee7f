/**
 * All finders, most specific first: shapes of providers, revealing forms, values under revealing names, passwords in
 * conversation, and last tokens that only look generated. Every finder runs in linear time on any text.
 */
import { findAssignedValues } from './assigned-values.ts';
import { findCallArguments } from './call-arguments.ts';
import { findColumnSecrets } from './columns.ts';
import { findCredentialRecords } from './credential-records.ts';
import { framedSecrets } from './framed-secrets.ts';
import type { Glance } from './glance.ts';
import { cloudShapes } from './kinds/cloud.ts';
import { codeShapes } from './kinds/code.ts';
import { modelShapes } from './kinds/models.ts';
import { serviceShapes } from './kinds/services.ts';
import { createShapeFinder } from './kinds/shape.ts';
import { structuredPatterns } from './kinds/structured.ts';
import { findOneTimeCodes } from './one-time-codes.ts';
import { findPrivateKeys } from './private-keys.ts';
import { findRandomTokens } from './random-tokens.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { findSpacedSecrets } from './spaced-secrets.ts';
import { findSpokenPasswords } from './spoken-passwords.ts';
import { typedSecrets } from './typed-secrets.ts';

type Found = { kind: string; start: number; end: number };
type Finder = (text: string, seen: Glance) => Found[];

const shapes = [...modelShapes, ...cloudShapes, ...codeShapes, ...serviceShapes];
const findShapes = createShapeFinder(shapes);

/** Finders before the patterns and after them. If two find the same, the earlier one names the kind. */
export const firstFinders: readonly Finder[] = [findPrivateKeys, findShapes];
export const secretPatterns: readonly SecretPattern[] = [
  ...structuredPatterns,
  ...framedSecrets,
  ...typedSecrets,
];
export const lastFinders: readonly Finder[] = [
  findAssignedValues,
  findCallArguments,
  findCredentialRecords,
  findSpokenPasswords,
  findOneTimeCodes,
  findColumnSecrets,
  findSpacedSecrets,
  findRandomTokens,
];

export const secretKinds: readonly string[] = [
  ...new Set(
    [...shapes, ...secretPatterns]
      .map(({ kind }) => kind)
      .concat(
        'private-key',
        'api-key',
        'password',
        'token',
        'encoded-secret',
        'grouped-key',
        'wallet-phrase',
        'recovery-code',
        'code',
      ),
  ),
];
