module callers

go 1.27
