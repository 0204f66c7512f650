@echo off
setlocal
set "MAM_PROGRAM=%~dp0..\cli.cjs"
if not exist "%MAM_PROGRAM%" set "MAM_PROGRAM=%~dp0..\..\dist\cli.cjs"
if not exist "%MAM_PROGRAM%" (
  echo mam: The program cli.cjs is not beside %~dp0. Install MAM again. [cli.incomplete] 1>&2
  exit /b 1
)
if defined MAM_NODE if exist "%MAM_NODE%" (
  set "ELECTRON_RUN_AS_NODE=1"
  "%MAM_NODE%" "%MAM_PROGRAM%" %*
  exit /b
)
where node >nul 2>nul
if errorlevel 1 (
  echo mam: Node is not on the PATH. Install Node 22.13 or newer, or set MAM_NODE to its path. [cli.noNode] 1>&2
  exit /b 1
)
for /f "tokens=1,2 delims=v." %%a in ('node --version') do (
  if %%a LSS 22 goto :old
  if %%a EQU 22 if %%b LSS 13 goto :old
)
node "%MAM_PROGRAM%" %*
exit /b
:old
echo mam: The Node on the PATH is too old. Install Node 22.13 or newer, or set MAM_NODE to its path. [cli.oldNode] 1>&2
exit /b 1
