// What `vscode` resolves to in every folder but src/vscode (see `paths` in tsconfig.json): nothing to import.
export {};
