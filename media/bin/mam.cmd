@echo off
setlocal
rem Agents say how their jobs go by a small program of its own, since they do so often.
set "MAM_NAME=cli.cjs"
if "%~1"=="event" set "MAM_NAME=event.cjs"
if "%~1"=="mcp" set "MAM_NAME=mcp.cjs"
set "MAM_PROGRAM=%~dp0..\%MAM_NAME%"
if not exist "%MAM_PROGRAM%" set "MAM_PROGRAM=%~dp0..\..\dist\%MAM_NAME%"
if not exist "%MAM_PROGRAM%" (
  echo mam: The program %MAM_NAME% is not beside %~dp0. Install MAM again. [cli.incomplete] 1>&2
  exit /b 1
)
rem A runtime may be an editor that is Node only when it is told so; Node itself doesn't mind.
set "ELECTRON_RUN_AS_NODE=1"
if not defined MAM_NODE goto :recorded
set "MAM_FOUND=%MAM_NODE%"
if exist "%MAM_NODE%" goto :run
echo mam: MAM_NODE names "%MAM_NODE%", which is not there, so another Node is looked for. Set it right or unset it. [cli.badNode] 1>&2
:recorded
set "MAM_FOUND="
if exist "%~dp0..\runtime-node" set /p MAM_FOUND=<"%~dp0..\runtime-node"
if defined MAM_FOUND if exist "%MAM_FOUND%" goto :run
set "MAM_FOUND=%~dp0..\..\node_modules\.bin\node.cmd"
if exist "%MAM_FOUND%" goto :run
where node >nul 2>nul
if errorlevel 1 (
  echo mam: Node is not on the PATH. Install Node 22.13 or newer, or set MAM_NODE to its path. [cli.noNode] 1>&2
  exit /b 1
)
for /f "tokens=1,2 delims=v." %%a in ('node --version') do (
  if %%a LSS 22 goto :old
  if %%a EQU 22 if %%b LSS 13 goto :old
)
set "MAM_FOUND=node"
:run
call "%MAM_FOUND%" "%MAM_PROGRAM%" %*
exit /b
:old
echo mam: The Node on the PATH is too old. Install Node 22.13 or newer, or set MAM_NODE to its path. [cli.oldNode] 1>&2
exit /b 1
