/**
 * The version that clients and people see. Part of the code, so that a bundle contains it; a test compares it with
 * package.json.
 */
export const version = '0.1.0';
