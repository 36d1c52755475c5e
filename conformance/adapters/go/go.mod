module dhumbal.example/go

go 1.19
