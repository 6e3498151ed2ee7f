/** What clients and people are told. Part of the code, so that a bundle has it too; a test holds it to package.json. */
export const version = '0.1.0';
