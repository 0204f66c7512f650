/** The short form of a role's name, under which variables know it: `CI / Regression Auditor` is `CI`. */
export const roleToken = (role: string): string =>
  (role.split('/')[0] ?? '')
    .trim()
    .replaceAll(/[^A-Za-z0-9]/g, '_')
    .toUpperCase();
